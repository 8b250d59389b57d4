/**
 * Stands in the page: it sends for the module of the game that will be shown, and for workers, while the scripts are on their way.
 * The module is compiled as it comes.
 */
{
  const modules = @MODULES@;
  let last = null;
  try {
    last = window.localStorage.getItem("yomikiri.game");
  } catch {}
  const asked = /[#&]game=([\w-]+)/.exec(window.location.hash)?.[1];
  const name = modules[asked] ?? modules[last] ?? Object.values(modules)[0];
  const workers = new Set();
  for (let count = 0; count < 2; count++) {
    const worker = new Worker("static/js/worker.js", { type: "module" });
    worker.onerror = () => workers.delete(worker);
    workers.add(worker);
  }
  window.early = { name, module: WebAssembly.compileStreaming(fetch(`static/kernel/${name}.wasm`)).catch(() => null), workers };
}
