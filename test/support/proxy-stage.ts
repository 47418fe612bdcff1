import { freePort } from '#test/free-port.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { startPage } from './page-behind.ts'
import { addUser, logIn } from './people.ts'
import {
  certify,
  forgetFolder,
  startCaddy,
  startNginx,
  startTlsFront,
  type Place,
  type Running,
} from './proxies.ts'
import { startServer } from './servers.ts'

let count = 0

const starts = { nginx: startNginx, caddy: startCaddy }

export type Stage = {
  portal: string
  platform: string
  platformId: string
  ca: Buffer
  page: Awaited<ReturnType<typeof startPage>>
  front: Running
}

const stages = new Map<string, Stage>()

/** Starts the stage of a proxy. Call it outside tests, because a process started in a test stops at its end. */
export async function prepareStage(proxy: keyof typeof starts): Promise<void> {
  stages.set(proxy, await setStage(proxy))
}

/** Returns the stage with an empty list of requests. */
export function stageOf(proxy: keyof typeof starts): Stage {
  const stage = stages.get(proxy)
  if (!stage) throw new Error(`there is no ${proxy}`)
  stage.page.arrived.length = 0
  return stage
}

/** Starts portal and platform on two host names with TLS, and a real reverse proxy in front of the page. */
async function setStage(proxy: keyof typeof starts): Promise<Stage> {
  const platformId = `orders-${proxy}`
  const names = { portal: 'id.portico.test', platform: 'orders.platform.test', platformId }
  const folder = await certify(names)
  let served = ''
  const running: Running[] = []
  after(async () => {
    for (const each of running) await each.stop()
    await forgetFolder(folder)
  })
  const front = await startTlsFront(folder, () => served)
  const portal = `https://${names.portal}:${front.port}`
  const server = await startServer({ PUBLIC_URL: portal, SERVE: 'users,sso' })
  served = server.url
  const jwksUri = () => `${served}/forward-auth/jwks.json`
  const page = await startPage({ issuer: portal, platformId, jwksUri })
  running.push(front, page)
  const proxyPort = await freePort()
  const platform = `https://${names.platform}:${proxyPort}`
  const place: Place = { ...names, folder, proxyPort, portalPort: front.port, pagePort: page.port }
  running.push(await starts[proxy](place))
  await upsertSubsystem(db, {
    id: platformId,
    name: 'Orders',
    url: `${platform}/`,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    entryOrigin: platform,
  })
  return { portal, platform, platformId, page, front, ca: await readFile(join(folder, 'own.pem')) }
}

/** Adds a user with access to the platform. Returns the user with the cookie of a session at the portal. */
export async function loggedInUser({ platformId }: Stage) {
  count += 1
  const ada = await addUser({ company: `Company ${count} behind a proxy` })
  await grantAccess(db, ada.id, [platformId])
  const { cookies } = await logIn(ada)
  const [token = ''] = cookies.values()
  return { ada, cookie: `__Host-portico=${token}` }
}
