import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../test/support/chromium.ts'

/** Sends a command of the Chrome DevTools Protocol and resolves to its result. */
export type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

export type RawPage = { send: Send; close: () => Promise<unknown> }

export type RawBrowser = {
  /** Opens a page in its own window, without cookies and with an empty cache. */
  newPage: () => Promise<RawPage>
  close: () => Promise<void>
}

/**
 * Starts Chromium without Playwright. Playwright enables the protocol's Runtime domain in each page, which makes V8
 * record where each error is created and parse a script of 200 KiB a second time. A user's browser does neither.
 */
export async function launchRawBrowser(): Promise<RawBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const chromium = spawn(
    await findChromium({ isWhole: true }),
    [
      '--headless',
      '--no-sandbox',
      '--disable-background-networking',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stopped = new Promise((resolve) => chromium.once('exit', resolve))
  const send = await connect(await addressOf(chromium.stderr))
  return {
    newPage: () => newPage(send),
    async close() {
      chromium.kill()
      await stopped
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, address] = /DevTools listening on (ws:\S+)/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    stderr.on('end', () => reject(new Error(`Chromium did not start: ${text}`)))
  })
}

type SendTo = (sessionId: string | undefined, ...command: Parameters<Send>) => ReturnType<Send>
type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

async function connect(address: string): Promise<SendTo> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    waiting.get(reply.id ?? 0)?.(reply)
    waiting.delete(reply.id ?? 0)
  })
  let last = 0
  return async (sessionId, method, params = {}) => {
    const id = (last += 1)
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await replied
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}

async function newPage(send: SendTo): Promise<RawPage> {
  const { browserContextId } = await send(undefined, 'Target.createBrowserContext')
  const { targetId } = await send(undefined, 'Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const attached = await send(undefined, 'Target.attachToTarget', { targetId, flatten: true })
  return {
    send: (...command) => send(String(attached['sessionId']), ...command),
    close: () => send(undefined, 'Target.disposeBrowserContext', { browserContextId }),
  }
}
