import assert from "node:assert/strict";
import type { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { BrowserAgent } from "../support/browserAgent";
import type { ReferenceRegistry } from "../support/referenceRegistry";

/** Shows the registry in the sidebar. */
export async function showRegistry({ page }: Workbench): Promise<void> {
  await page.getByRole("tab", { name: "Analyses & Registry" }).first().click();
}

/** Signs in to the registry shown in the sidebar. */
export async function signIn(workbench: Workbench, userName: string, password: string): Promise<void> {
  await workbench.row(/^Sign in/).click();
  await answerSignIn(workbench, userName, password);
}

/** Completes the sign-in prompts with a user name and a password. */
export async function answerSignIn(workbench: Workbench, userName: string, password: string): Promise<void> {
  const { page, quickInput } = workbench;
  await workbench.choose("User name and password");
  await page.getByText(/^User name at \S+ \(Press/).waitFor();
  await workbench.answer(userName);
  await quickInput.locator("input[type=password]").fill(password);
  await page.keyboard.press("Enter");
}

/** Reads the device code that VS Code shows, and enters it at the authorization server, on another machine. */
export async function enterCode(
  { quickInput }: Workbench,
  { issuer, ca }: Pick<ReferenceRegistry, "issuer" | "ca">,
  userName: string,
): Promise<void> {
  const shown = quickInput.getByText("Enter the code").first();
  await shown.waitFor();
  const [code] = /[A-Z]{4}-[A-Z]{4}/.exec((await shown.textContent()) ?? "") ?? [];
  assert.ok(code);
  await new BrowserAgent(ca).enterCode(`${issuer}/device?user_code=${code}`, userName);
}
