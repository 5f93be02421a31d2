import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { dataFolder, sharedWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

const password = "reviewer-password";
/** The password's possible forms: plain text, and Base64 as in the request header (RFC 7617). */
const forms = [password, Buffer.from(`reviewer:${password}`).toString("base64")];

describe("the password that a person signs in with", () => {
  after(async () => {
    await window.workbench.runCommand("Registry: Sign Out");
    await chooseLogLevel("Info");
  });
  const window = sharedWindow();

  async function chooseLogLevel(level: string): Promise<void> {
    const { workbench } = window;
    const log = workbench.quickInputRows.filter({ hasText: "Analyses & Registry" }).first();
    // VS Code lists a log with a delay after the extension has created it.
    await workbench.until(log, async () => {
      await workbench.page.keyboard.press("Escape");
      await workbench.runCommand("Developer: Set Log Level");
      await workbench.quickInputBox.fill("Analyses & Registry");
    });
    await log.click();
    await workbench.choose(level);
  }

  it("is in no setting, log, stored file or command line of VS Code, at trace level too", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await showRegistry(workbench);
    await workbench.row(/^Group types/).waitFor();
    await chooseLogLevel("Trace");
    await signIn(workbench, "reviewer", "a wrong one");
    await workbench.notifications.filter({ hasText: "did not accept this sign-in" }).waitFor();
    await workbench.notifications.getByRole("button", { name: "Try Again" }).click();
    // The first box is that of the password: somebody may type it at once.
    await workbench.page.getByText(/^Password of reviewer at \S+ \(Press/).waitFor();
    await workbench.quickInput.locator("input[type=password]").fill(password);
    await workbench.page.keyboard.press("Enter");
    await workbench.row(/^Me, /).click();
    await workbench.row(/^reviewer, user account/).waitFor();
    // Restarts the server so that its initialization is logged at trace level, too.
    await workbench.runCommand("Analyses: Restart Language Server");

    await eventually(() => {
      for (const logged of ["/rest/people/me", "'initialize - ("]) {
        assert.ok(
          texts().some((text) => text.includes(logged)),
          `${logged} is logged`,
        );
      }
    });
    assert.ok(
      processes().some((text) => text.includes("languageServer")),
      "the language server runs",
    );
    for (const text of [...texts(), ...processes()])
      for (const form of forms) assert.ok(!text.includes(form));
  });

  it("and nothing of documents and people is in the log of the messages to the server, which a workspace may switch on", async () => {
    await eventually(() => assert.match(serverLog(), /textDocument\/didOpen/));
    for (const text of ["Drug versus placebo", "Carrow"]) assert.ok(!serverLog().includes(text), text);
  });
});

/** Command line and environment of every readable process (Linux). */
function processes(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => ["cmdline", "environ"].map((file) => join("/proc", id, file)))
    .flatMap(textOf);
}

/** Empty for a folder, another user's file, or one deleted since it was listed (a process's, or a lock). */
function textOf(file: string): readonly string[] {
  try {
    return [readFileSync(file, "latin1")];
  } catch {
    return [];
  }
}

/** The extension's log as VS Code stores it on disk. */
function serverLog(): string {
  return readdirSync(dataFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("Analyses & Registry.log"))
    .map((file) => readFileSync(join(dataFolder, file), "utf8"))
    .join("\n");
}

function texts(): readonly string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: "utf8" }).flatMap((file) =>
    textOf(join(dataFolder, file)),
  );
}
