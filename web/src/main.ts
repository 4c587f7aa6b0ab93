// The entry of the page.

import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

// The page can be put on the home screen, and is there without a network.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("./sw.js").catch(() => {}));
}

export default mount(App, { target });
