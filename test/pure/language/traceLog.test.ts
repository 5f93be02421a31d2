import assert from "node:assert/strict";
import { withoutTexts } from "@analyses/client/language/traceLog";

describe("the messages between editor and server in the log", () => {
  const secret = "Eleanor Carrow";

  it("say which message it is, and nothing of what documents and registries say", () => {
    for (const [trace, logged] of [
      [
        `Sending notification 'textDocument/didOpen'.\nParams: ${JSON.stringify({ text: secret }, null, 4)}\n\n`,
        "Sending notification 'textDocument/didOpen'.",
      ],
      [
        `Received response 'x - (1)' in 3ms. Request failed: ${secret} (-32603).\nError data: "${secret}"`,
        "Received response 'x - (1)' in 3ms. Request failed: … (-32603).",
      ],
      [
        `Received response 'x - (1)' in 3ms. Request failed: ${secret}\n${secret} (-32603).`,
        "Received response 'x - (1)' in 3ms. Request failed: …",
      ],
      [
        JSON.stringify({
          isLSPMessage: true,
          type: "send-request",
          message: { method: "x", id: 1, params: [secret] },
        }),
        '{"type":"send-request","method":"x","id":1}',
      ],
    ])
      assert.equal(withoutTexts(trace ?? ""), logged);
  });
});
