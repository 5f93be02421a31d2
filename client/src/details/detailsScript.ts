/** Tells the extension of clicks, says what it answers, and puts the focus where the page marks it. */
export const detailsScript = `
const host = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-action], [data-value]");
  if (!target) return;
  event.preventDefault();
  const { action, value } = target.dataset;
  host.postMessage(action ? { action } : { action: "open", value: Number(value) });
});
window.addEventListener("message", ({ data }) => {
  document.getElementById("said").textContent = data.said;
});
document.querySelector("[data-focus]")?.focus();
`;
