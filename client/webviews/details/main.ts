// The script of the details page: sends clicks, shows their outcome, and moves the focus to the marked element.
import { connect } from "../kit/page";
import "./details.css";
import { type DetailsAction, type DetailsNotice, readAction } from "./messages";

const extension = connect<DetailsAction, DetailsNotice>(({ said }) => {
  const notice = document.getElementById("said");
  if (notice !== null) notice.textContent = said;
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const clicked = event.target.closest<HTMLElement>("[data-action], [data-value]");
  if (clicked === null) return;
  event.preventDefault();
  const { action = "open", value } = clicked.dataset;
  const message = readAction({ action, value: Number(value) });
  if (message !== undefined) extension.send(message);
});

document.querySelector<HTMLElement>("[data-focus]")?.focus();
