/**
 * Stands in the page: it sends for the module of the game that will be shown, while the scripts are on their way.
 */
{
  const modules = @MODULES@;
  let last = null;
  try {
    last = window.localStorage.getItem("yomikiri.game");
  } catch {}
  const asked = /[#&]game=([\w-]+)/.exec(window.location.hash)?.[1];
  const name = modules[asked] ?? modules[last] ?? Object.values(modules)[0];
  window.early = { name, response: fetch(`static/kernel/${name}.wasm`).catch(() => null) };
}
