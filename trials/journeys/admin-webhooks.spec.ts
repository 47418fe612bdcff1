import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { Webhook as Verifier } from 'standardwebhooks'
import { deliveryMessages, messages } from '../../features/admin/webhooks/texts/messages.ts'
import { newSecretMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'

const [t, words, secrets] = [messages.en, deliveryMessages.en, newSecretMessages.en]

/** Starts a receiver that responds with `state.status` and records test events. */
async function startReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      // Other journeys deactivate users concurrently.
      if (body.includes('"type":"test"'))
        received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, received, state, stop: () => server.close() }
}

test('an admin adds a webhook, sees the response to a test event, sends it again, and removes the webhook', async ({
  page,
}) => {
  const receiver = await startReceiver()
  receiver.state.status = 500
  const name = `Ledger ${Date.now()}`
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/webhooks')
  await page.getByRole('link', { name: t.add }).click()
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await page.getByLabel(t.url, { exact: true }).fill('http://ledger.example/events')
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.invalidAddress, { exact: true })).toBeVisible()
  await page.getByLabel(t.url, { exact: true }).fill(receiver.url)
  await page.getByLabel('user.deactivated').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.added({ name }))).toBeVisible()
  const secret = await page.locator('code').filter({ hasText: 'whsec_' }).innerText()
  await page.getByRole('button', { name: secrets.stored }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('button', { name: t.sendTest }).click()
  const row = page.getByRole('row').filter({ has: page.getByText('test', { exact: true }) })
  // The first element is that of a wide window.
  await expect(row.getByText(words.status({ status: '500' })).first()).toBeVisible({
    timeout: 15_000,
  })
  await expect(row.getByText(words.state_waiting)).toBeVisible()
  receiver.state.status = 204
  await expect(row.getByText(words.state_delivered)).toBeVisible({ timeout: 30_000 })
  const { headers, body } = receiver.received.at(-1)!
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'test' })

  const before = receiver.received.length
  await row.getByRole('button').last().click()
  await page.getByRole('button', { name: words.resend, exact: true }).click()
  await expect(page.getByText(words.resent)).toBeVisible()
  await expect(() => expect(receiver.received.length).toBe(before + 1)).toPass({ timeout: 15_000 })
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(headers['webhook-id'])
  await expectAccessible(page)

  await page.getByRole('tab', { name: t.tabSettings }).click()
  await page.getByRole('button', { name: t.remove }).click()
  const dialog = page.getByRole('dialog', { name: t.removeTitle({ name }) })
  await dialog.getByRole('button', { name: t.remove }).click()
  await expect(page.getByText(t.removed({ name }))).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  receiver.stop()
})
