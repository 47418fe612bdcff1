import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addWebhook } from '#domain/webhooks/webhook.ts'
import type { AdminCaller } from '#server/caller.ts'
import { db, row, run, transaction } from '#server/db.ts'
import { addAdmin, addUser } from '#test/people.ts'
import { activateUser, deactivateUser } from '../../features/admin/users/set-active.ts'
import type { Fault } from './fault.ts'
import { until, type Stage } from './stage.ts'

const users = 60
const changesOfEach = 6
const events = users * changesOfEach
const kills = 3

type Arrival = { id: string; user: string; type: string }

/** Starts a receiver that can be switched off, and that records the first arrival of each message. */
async function startReceiver(stage: Stage) {
  const state = { isUp: true, heard: 0 }
  const first = new Map<string, Arrival>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const { type, data } = JSON.parse(body) as { type: string; data: { id: string } }
      state.heard += 1
      if (state.isUp && !first.has(id)) first.set(id, { id, user: data.id, type })
      setTimeout(() => response.writeHead(state.isUp ? 204 : 503).end(), 5)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stage.onClose(() => void server.close())
  const { port } = server.address() as AddressInfo
  const types = ['user.deactivated', 'user.activated'] as const
  const facts = { name: 'Ledger', url: `http://127.0.0.1:${port}/events`, platformId: null }
  const webhook = { ...facts, types: [...types], active: true }
  const { id } = await transaction(db, (tx) => addWebhook(tx, webhook, 'system'))
  return { id, state, first }
}

/** Deactivates and activates each user alternately, so that the order of the events can be checked. */
async function change(pause: () => Promise<void> = async () => {}): Promise<void> {
  const { id: adminId } = await addAdmin({ roles: ['support'] })
  const caller = { adminId, ipAddress: '' } as AdminCaller
  const people = await Promise.all(Array.from({ length: users }, () => addUser()))
  for (let turn = 0; turn < changesOfEach; turn += 1) {
    for (const { id } of people)
      await (turn % 2 === 0 ? deactivateUser : activateUser)(db, caller, { id })
    await pause()
  }
}

async function left(): Promise<number> {
  const counts = await row<{ left: number }>(db)`
    select (select count(*) from webhook_outbox)
         + (select count(*) from webhook_deliveries where state = 'waiting') as left`
  return counts?.left ?? 0
}

/** Requires each event exactly once, and each user's events in order. */
async function requireAll(first: Map<string, Arrival>): Promise<void> {
  const counts = await row<{ delivered: number; all: number }>(db)`
    select count(*) filter (where state = 'delivered') as delivered, count(*) as all
    from webhook_deliveries`
  const { delivered = 0, all = 0 } = counts ?? {}
  if (first.size !== events || delivered !== events || all !== events)
    throw new Error(`${first.size} ids of ${events} events came, ${delivered} of ${all} delivered`)
  const turns = new Map<string, string[]>()
  for (const { user, type } of first.values()) turns.set(user, [...(turns.get(user) ?? []), type])
  const wanted = Array.from({ length: changesOfEach }, (_, turn) =>
    turn % 2 === 0 ? 'user.deactivated' : 'user.activated',
  ).join()
  const outOfOrder = [...turns.values()].filter((types) => types.join() !== wanted)
  if (outOfOrder.length > 0)
    throw new Error(`out of order for ${outOfOrder.length} users: ${outOfOrder[0]?.join()}`)
}

// Development mode, because production does not call addresses on this machine.
const settings = { NODE_ENV: 'development' }

/** Kills servers during deliveries; deliveries in flight are sent again a minute later. */
async function killedInDelivery(stage: Stage): Promise<string> {
  const { state, first } = await startReceiver(stage)
  const servers = [await stage.startServer(settings), await stage.startServer(settings)]
  let killed = 0
  await change(async () => {
    if (killed >= kills) return
    killed += 1
    await servers.shift()?.kill('SIGKILL')
    servers.push(await stage.startServer(settings))
  })
  await until('all is delivered', async () => (await left()) === 0, 240)
  await requireAll(first)
  return `${events} events of ${users} users arrived in order while ${kills} servers were killed, ${state.heard - events} of them twice with the same id`
}

async function receiverIsDown(stage: Stage): Promise<string> {
  const { id, state, first } = await startReceiver(stage)
  state.isUp = false
  await stage.startServer(settings)
  await change()
  await until('it was tried', async () => state.heard >= users, 60)
  // Moves the retries one hour closer, twice.
  for (let count = 0; count < 2; count += 1) {
    const before = state.heard
    await run(db)`
      update webhook_deliveries set next_at = now() where webhook_id = ${id} and next_at is not null`
    await until('it was tried again', async () => state.heard >= before + users, 60)
  }
  if (first.size > 0) throw new Error('it took an event while it was down')
  state.isUp = true
  await run(db)`
    update webhook_deliveries set next_at = now() where webhook_id = ${id} and next_at is not null`
  await until('all is delivered', async () => (await left()) === 0, 120)
  await requireAll(first)
  return `${events} events waited and arrived once each, in each user's order`
}

export const webhooks: Fault[] = [
  {
    name: 'killed-in-delivery',
    what: 'servers are killed while they deliver events to a webhook',
    test: killedInDelivery,
    limitSeconds: 600,
  },
  {
    name: 'receiver-down',
    what: 'the receiver of a webhook fails for an hour, then works',
    test: receiverIsDown,
    limitSeconds: 300,
  },
]
