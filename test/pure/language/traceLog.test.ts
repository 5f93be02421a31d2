import assert from "node:assert/strict";
import { withoutTexts } from "@analyses/client/language/traceLog";

describe("the messages between editor and server in the log", () => {
  const secret = "Eleanor Carrow";

  it("say which message it is and where, and nothing of what documents and registries say", () => {
    const opened = withoutTexts(
      `Sending notification 'textDocument/didOpen'.\nParams: ${JSON.stringify(
        {
          textDocument: { uri: "file:///w/a.json", languageId: "analyses", version: 1, text: secret },
          position: { line: 3, character: 4 },
        },
        null,
        4,
      )}\n\n`,
    );
    assert.match(opened, /didOpen/);
    assert.match(
      opened,
      /"uri":"file:\/\/\/w\/a\.json","languageId":"analyses","version":1,"text":"\(14 characters\)"/,
    );
    assert.match(opened, /"line":3,"character":4/);

    const answered = withoutTexts(
      `Sending response 'analyses/lookUpReferences - (4)'. Processing request took 3ms\nResult: ${JSON.stringify(
        {
          results: [
            { kind: "known", record: { id: "11143", name: secret, readAt: 17, "Carrow, E.": [secret] } },
          ],
        },
      )}\n\n`,
    );
    assert.match(answered, /took 3ms\nResult: /);
    assert.match(answered, /"kind":"known"/);
    for (const hidden of ["Carrow", "11143", "17"]) assert.ok(!answered.includes(hidden), answered);
  });

  it("are left out where they have another form than the protocol's library gives them", () => {
    for (const trace of [
      `Received response 'x - (1)' in 3ms.\nResult: {"name": "${secret}"`,
      `Received response 'x - (1)' in 3ms.\n${secret}`,
      `Received response 'x - (1)' in 3ms.\nParams: ${secret}\nParams: "${secret}"`,
      `Received response 'x - (1)' in 3ms. Request failed: ${secret} (-32603).`,
      JSON.stringify({ isLSPMessage: true, message: { method: "x", result: [secret, { text: secret }] } }),
      JSON.stringify(secret),
    ]) {
      assert.ok(!withoutTexts(trace).includes("Carrow"), withoutTexts(trace));
    }
    assert.match(withoutTexts(`Request failed: ${secret} (-32603).`), /\(-32603\)/);
    assert.equal(
      withoutTexts("Sending notification 'exit'.\nNo parameters provided.\n"),
      "Sending notification 'exit'.",
    );
  });
});
