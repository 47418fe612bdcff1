import { variables } from '#server/config-table.ts'

/** Returns the server with every endpoint of the API, independent of this machine's environment variables. */
export async function apiServer() {
  for (const name of Object.keys(variables)) delete process.env[name]
  Object.assign(process.env, {
    DATABASE_URL: 'postgres://portico_server@localhost/portico',
    SECRET_KEYS: Buffer.alloc(32).toString('base64'),
    SMTP_URL: 'smtp://localhost',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://id.portico.example',
  })
  const { createServer } = await import('#server/http.ts')
  const { identify } = await import('../app/identify.ts')
  const { describeApi, registerApi } = await import('../app/server.ts')
  const server = createServer(identify)
  await registerApi(server)
  return { server, describeApi }
}
