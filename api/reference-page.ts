/** The reference page. It contains nothing of the OpenAPI document, which its script loads. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Crawlchain API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/reference/swagger-ui.css">
  </head>
  <body>
    <form id="door" class="swagger-ui" hidden>
      <p><label>API key <input id="key" type="password" autocomplete="off" size="64"></label> <button>Show</button></p>
      <p id="refused" role="alert"></p>
    </form>
    <div id="reference"></div>
    <script src="/reference/swagger-ui-bundle.js"></script>
    <script src="/reference/show.js"></script>
  </body>
</html>
`;

/**
 * The script of the reference page: loads the OpenAPI document. If the document takes a key, the page asks for a key and keeps it as long
 * as the page is open.
 */
export const SHOW = `const door = document.getElementById('door');

async function show(key) {
  const answer = await fetch('/openapi.json', key === '' ? {} : { headers: { 'X-API-Key': key } });
  const body = await answer.json();
  door.hidden = answer.ok;
  if (!answer.ok) {
    document.getElementById('refused').textContent = body.detail;
    return;
  }
  const ui = SwaggerUIBundle({
    spec: body,
    dom_id: '#reference',
    deepLinking: true,
    filter: true,
    onComplete: () => key === '' || ui.preauthorizeApiKey('header', key),
  });
}

door.addEventListener('submit', (event) => {
  event.preventDefault();
  void show(document.getElementById('key').value.trim());
});
void show('');
`;
