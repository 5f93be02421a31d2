import type { Workbench } from "../../scripts/vscode-host/workbench.mjs";

/** Shows the registry in the sidebar. */
export async function showRegistry({ page }: Workbench): Promise<void> {
  await page.getByRole("tab", { name: "Analyses & Registry" }).first().click();
}

/** Signs in to the registry that the sidebar shows. */
export async function signIn(workbench: Workbench, userName: string, password: string): Promise<void> {
  await workbench.page
    .getByRole("treeitem", { name: /^Sign in/ })
    .first()
    .click();
  await answerSignIn(workbench, userName, password);
}

/** Answers what is asked when somebody signs in, by user name and password. */
export async function answerSignIn(workbench: Workbench, userName: string, password: string): Promise<void> {
  const { page, quickInput } = workbench;
  await workbench.choose("User name and password");
  await page.getByText(/^User name at \S+ \(Press/).waitFor();
  await workbench.answer(userName);
  await quickInput.locator("input[type=password]").fill(password);
  await page.keyboard.press("Enter");
}
