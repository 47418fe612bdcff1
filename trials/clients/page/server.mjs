// The server of the page, which has no secret and serves three files.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { ISSUER, CLIENT_ID, HOME_URL, PORT } = process.env
const settings = { authority: ISSUER, client_id: CLIENT_ID, redirect_uri: `${HOME_URL}/callback` }
const library = 'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js'
const page = `<!doctype html><title>Page</title>
<script>const settings = ${JSON.stringify(settings)}</script>
<script src="/library.js"></script><script type="module" src="/page.mjs"></script>
<pre></pre>`

createServer(async ({ url = '' }, response) => {
  if (url === '/par' || url === '/backchannel') return response.writeHead(501).end('not offered')
  const file = { '/library.js': library, '/page.mjs': 'page.mjs' }[url]
  response.setHeader('content-type', file ? 'text/javascript' : 'text/html')
  response.end(file ? await readFile(file) : page)
}).listen(PORT, '127.0.0.1')
