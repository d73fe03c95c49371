import { mount } from "svelte";
import "../src/app.css";
import "./operator.css";
import { enter } from "./asking";
import Page from "./Page.svelte";

void enter().then((failure) => {
  const target = document.getElementById("page");
  if (target) mount(Page, { target, props: { failure } });
});
