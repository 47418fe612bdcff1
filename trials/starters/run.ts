import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { frameMessages as frame } from '../../app/web/texts/messages.ts'
import { chooseNames } from '../../tools/choose.ts'
import { withDemo, type Walk } from '../clients/demo.ts'
import {
  confirmStepUp,
  deactivate,
  demoPerson,
  check,
  expectLoggedOut,
  logIn,
  backdateLogin,
  text,
} from '../clients/steps.ts'
import { walkClient } from './client.ts'
import { startStarter, type Starter } from './starter.ts'

/**
 * Runs `npm run trials -- starters [client] [express] [next]`: the typed client from an empty folder, and each starter
 * from its README to the end of its session in a real browser.
 */

const ports: Record<string, number> = { express: 18_283, next: 18_284 }
const names = chooseNames('starter', process.argv.slice(2), ['client', ...Object.keys(ports)])
process.env['DEMO_SAMPLES'] = 'off'

await withDemo({ folder: '.data/starters', firstPort: 18_280 }, async (walk) => {
  for (const name of names) {
    console.log(`\n${name}`)
    const { portal } = walk
    if (name === 'client') {
      await walkClient(portal)
      continue
    }
    const starter = await startStarter({ name, port: ports[name] ?? 0, portal }, addWebhook)
    walk.atEnd(starter.stop)
    await walkThrough(walk, starter).catch((error: Error) => {
      console.log(starter.output())
      throw error
    })
  }
  console.log(`\nWorking: ${names.join(', ')}.`)
})

async function walkThrough(walk: Walk, starter: Starter): Promise<void> {
  await logsIn(walk, starter)
  await receivesWebhooks(starter)
  await refreshes(walk, starter)
  await stepsUp(walk, starter)
  await isRefused(walk, starter)
  await logsOut(walk, starter)
  await endsSessionAfterLogout(walk, starter)
}

async function logsIn({ page, portal }: Walk, { url }: Starter): Promise<void> {
  await page.goto(url)
  check('a visitor is redirected to the login', page.url().startsWith(`${portal}/login`))
  await logIn(page, portal)
  await page.waitForURL(`${url}/`)
  const pageText = await text(page)
  check(
    'the page shows name and email address after the login',
    /Hello Ada Byron.*ada\.byron@/s.test(pageText),
  )
}

async function receivesWebhooks({ url, output, webhookSecret }: Starter): Promise<void> {
  const line = `webhook session.started ${await demoPerson()}`
  await until(() => output().includes(line))
  check('the webhook of the login is processed once', countOf(output(), line) === 1)
  const body = JSON.stringify({ type: 'test', timestamp: new Date(), data: { id: randomUUID() } })
  const signed = { secret: webhookSecret, id: randomUUID(), body }
  const statuses = [await sendWebhook(url, signed), await sendWebhook(url, signed)]
  check(
    'a repeated webhook is accepted',
    statuses.every((status) => status === 204),
  )
  check('a repeated webhook is processed once', countOf(output(), 'webhook test') === 1)
  const foreign = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const forged = await sendWebhook(url, { ...signed, secret: foreign, id: randomUUID() })
  check('a webhook with an invalid signature is rejected', forged === 400)
  check('a rejected webhook is not processed', countOf(output(), 'webhook ') === 2)
}

async function sendWebhook(
  url: string,
  { secret, id, body }: { secret: string; id: string; body: string },
): Promise<number> {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  return (await fetch(`${url}/webhooks`, { method: 'POST', headers, body })).status
}

/** Requires the starter to show the new name from userinfo after it has refreshed its token. */
async function refreshes({ page }: Walk, { url }: Starter): Promise<void> {
  await setFirstname('Augusta')
  await until(async () => {
    await page.goto(url)
    return (await text(page)).includes('Hello Augusta Byron')
  })
  check('a refresh returns the new name without a login', page.url() === `${url}/`)
  await setFirstname('Ada')
}

async function stepsUp({ page, portal }: Walk, { url }: Starter): Promise<void> {
  await page.goto(`${url}/payments`)
  check('a recent login pays without a step-up', (await text(page)).includes('Paid'))
  await backdateLogin()
  // Clears the starter's session, because it still contains the recent login.
  await page.context().clearCookies({ name: /starter/ })
  await page.goto(url)
  check('the user is still logged in', (await text(page)).includes('Hello Ada Byron'))
  await page.goto(`${url}/payments`)
  check('an old login leads to a step-up', page.url().startsWith(`${portal}/step-up`))
  await confirmStepUp(page, portal)
  await page.waitForURL(`${url}/payments`)
  check('the payment succeeds after the step-up', (await text(page)).includes('Paid'))
}

async function isRefused({ page, portal }: Walk, { id, url }: Starter): Promise<void> {
  await setAccess(id, false)
  await until(async () => {
    await page.goto(url)
    return page.url().startsWith(portal)
  })
  const why = page.getByText(/You don’t have access to My (Express|Next\.js) app/)
  await why.first().waitFor()
  check('the portal shows that access was revoked', await why.first().isVisible())
  const quiet = await page.goto(`${url}/login?prompt=none`)
  check('a silent login answers 403 after access was revoked', quiet?.status() === 403)
  check('the page explains the missing access', (await text(page)).includes('You have no access'))
  await setAccess(id, true)
  await page.goto(url)
  await page.waitForURL(`${url}/`)
  check(
    'granted access opens the page without a login',
    (await text(page)).includes('Hello Ada Byron'),
  )
}

async function logsOut(walk: Walk, { url }: Starter): Promise<void> {
  const { page, portal } = walk
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${url}/signed-out`)
  check(
    'logging out needs no confirmation and leads back',
    (await text(page)).includes('logged out'),
  )
  await expectLoggedOut(walk, url, 'the user is logged out of the starter')
  await page.goto(`${portal}/main/profile`)
  await page.waitForURL(`${portal}/login**`)
  check('the user is logged out of the portal', true)
}

async function endsSessionAfterLogout(walk: Walk, { url, output }: Starter): Promise<void> {
  const { page, portal } = walk
  const ended = 'back-channel logout ended 1'
  const before = countOf(output(), ended)
  await page.goto(url)
  await logIn(page, portal)
  await page.waitForURL(`${url}/`)
  await page.goto(`${portal}/main/profile`)
  await page.getByRole('button', { name: frame.en.accountMenu }).click()
  await page.getByRole('button', { name: frame.en.logOut }).click()
  await until(() => countOf(output(), ended) === before + 1)
  await expectLoggedOut(walk, url, 'a logout at the portal ends the session by back-channel logout')

  await logIn(page, portal)
  await page.waitForURL(`${url}/`)
  await deactivate()
  await until(() => countOf(output(), ended) === before + 2)
  await expectLoggedOut(walk, url, 'a deactivation ends the session by back-channel logout')
  await activate()
}

function countOf(output: string, part: string): number {
  return output.split(part).length - 1
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await delay(200)) if (await isSo()) return
  throw new Error(`the condition was not met: ${String(isSo)}`)
}

async function addWebhook(platformId: string, url: string): Promise<string> {
  const { db, transaction } = await import('#server/db.ts')
  const { addWebhook: add } = await import('#domain/webhooks/webhook.ts')
  const facts = { name: platformId, url, platformId, types: ['session.started'], active: true }
  const { secret } = await transaction(db, (tx) =>
    add(tx, facts as Parameters<typeof add>[1], 'system'),
  )
  return secret
}

async function setAccess(platform: string, isGiven: boolean): Promise<void> {
  const { platformCommand } = await import('../../features/admin/platforms/command.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const action = isGiven ? 'grant' : 'revoke'
  await platformCommand([action, '--id', platform, '--email', demoEmail, '--reason', 'A walk'])
}

async function setFirstname(name: string): Promise<void> {
  const { db, run } = await import('#server/db.ts')
  await run(db)`update users set firstname = ${name} where id = ${await demoPerson()}`
}

async function activate(): Promise<void> {
  const { db, transaction } = await import('#server/db.ts')
  const { setActive } = await import('#domain/accounts/user.ts')
  const ada = await demoPerson()
  await transaction(db, (tx) => setActive(tx, ada, { active: true }))
}
