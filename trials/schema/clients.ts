import { randomBytes } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startDemo } from '../clients/demo.ts'
import { folder, npmTool, pythonTool, run } from './tools.ts'

const data = '.data/schema-demo'
const firstPort = 18_280
const portal = `http://localhost:${firstPort}`
const platform = { id: 'generated', secret: randomBytes(24).toString('base64url') }

/** Generates clients from a running demo's document, which log in, page, read a file, and call as a platform. */
export async function askByClients(): Promise<void> {
  const stop = await startDemo({ folder: data, firstPort })
  try {
    const document = await (await fetch(`${portal}/api/openapi.json`)).text()
    writeFileSync(path.join(folder, 'document.json'), document)
    for (const file of ['client.mjs', 'client.py'])
      copyFileSync(path.join(import.meta.dirname, 'tools', file), path.join(folder, file))
    await addInvitingPlatform()
    await askByTypeScript()
    await askByPython()
  } finally {
    await stop()
  }
}

async function askByTypeScript(): Promise<void> {
  await run(npmTool('openapi-typescript'), ['document.json', '--output', 'api.d.ts'])
  const options = ['--strict', '--checkJs', '--noEmit', '--skipLibCheck', '--module', 'nodenext']
  await run(npmTool('tsc'), [...options, '--target', 'es2024', '--types', 'node', 'client.mjs'])
  const output = await run(process.execPath, ['client.mjs'], await caller())
  await compare('openapi-typescript and openapi-fetch', output)
}

async function askByPython(): Promise<void> {
  const args = ['generate', '--path', 'document.json', '--output-path', 'portal']
  await run(pythonTool('openapi-python-client'), [...args, '--meta', 'none', '--overwrite'])
  const output = await run(pythonTool('python'), ['client.py'], await caller())
  await compare('openapi-python-client', output)
}

/** Requires the client to have read every user in both the list and the file. */
async function compare(client: string, output: string): Promise<void> {
  const { demoAdminEmail } = await import('../../demo/seed.ts')
  const { admin, users, lines, invitations } = JSON.parse(output) as Record<string, unknown>
  const isWhole = users === lines && Number(users) > 50
  if (admin !== demoAdminEmail || !isWhole || invitations !== 0)
    throw new Error(`${client} read ${output}`)
  console.log(`ok  ${client}: ${output.trim()}`)
}

async function addInvitingPlatform(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/platforms/subsystem.ts')
  await upsertSubsystem(db, {
    id: platform.id,
    name: 'Generated client',
    url: 'http://127.0.0.1:18283',
    clientSecret: platform.secret,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    mayInvite: true,
  })
}

/** The last code used. Each code works once, so the next caller waits for another. */
let lastCode = ''

async function caller(): Promise<Record<string, string>> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  const { demoAdminEmail } = await import('../../demo/seed.ts')
  const { currentCode } = await import('../../demo/code.ts')
  let code = await currentCode(demoAdminEmail)
  while (code === lastCode) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    code = await currentCode(demoAdminEmail)
  }
  lastCode = code
  return {
    PORTAL: portal,
    EMAIL: demoAdminEmail,
    PASSWORD: (await loadSecrets()).adminPassword,
    CODE: code,
    PLATFORM: await platformToken(),
  }
}

async function platformToken(): Promise<string> {
  const answer = await fetch(`${portal}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${platform.id}:${platform.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'invitations' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
