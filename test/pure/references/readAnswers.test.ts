import assert from "node:assert/strict";
import {
  type RecordToLookUp,
  lookUpReferencesRequest,
  suggestReferencesRequest,
} from "@analyses/protocol/referenceMessages";

const record = { kind: "person", id: "2", name: "Ada", link: "l", registry: "R", readAt: 1 } as const;
const readLookUpAnswer = (answer: unknown) =>
  lookUpReferencesRequest.readResult(answer, { uri: "file:///a", purpose: "check", records: asked });
const readSuggestions = (answer: unknown) =>
  suggestReferencesRequest.readResult(answer, {
    uri: "file:///a",
    kinds: [],
    text: "",
    limit: 50,
    mayWait: false,
  });
const asked: readonly RecordToLookUp[] = [{ kind: "person", id: "2", link: "l" }];

describe("what the server takes from a client's answer", () => {
  it("is what the protocol names: no address, no telephone number, nothing else", () => {
    const answer = {
      results: [
        {
          kind: "known",
          record: {
            ...record,
            active: true,
            addresses: [{ city: "Secret" }],
            mobilePhone: "+1 555",
            primaryGroup: "Heart",
          },
        },
      ],
    };
    assert.deepEqual(readLookUpAnswer(answer), {
      results: [{ kind: "known", record: { ...record, active: true, primaryGroup: "Heart" } }],
    });
    const named = { results: [{ kind: "known", record: { ...record, otherNames: ["Dr Ada"] } }] };
    assert.deepEqual(readLookUpAnswer(named), named);
    const suggestion = { kind: "person", id: "2", name: "Ada", link: "l", detail: "", registry: "R" };
    assert.deepEqual(
      readSuggestions({ suggestions: [{ ...suggestion, homeAddress: "Secret" }], isIncomplete: false }),
      { suggestions: [suggestion], isIncomplete: false },
    );
  });
});
