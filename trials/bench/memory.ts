import {
  inDatabase,
  report,
  measureRequests,
  memoryMib,
  portico,
  startSide,
  type Side,
} from './harness.ts'
import { createSession } from './session.ts'

/** Compares the memory of a server after a hundred thousand requests with that after a million. */
export async function benchMemory([requestsArgument]: readonly string[]): Promise<boolean> {
  const many = Number(requestsArgument ?? 1_000_000)
  return inDatabase({ name: 'memory' }, async () => {
    const { token } = await createSession()
    const side = await startSide(portico.program, portico.settings)
    const paths = ['/api/users/me', '/login', '/api/users/sessions', '/oidc/jwks']
    const ask = async (requests: number) => {
      for (const path of paths) {
        const headersOf = () => `cookie: portico=${token}\r\n`
        await measureRequests(
          { port: side.port, path, headersOf, concurrency: 16 },
          { requests: requests / paths.length },
        )
      }
    }
    await ask(many / 10)
    const after = await settled(side)
    await ask(many * 0.9)
    const later = await settled(side)
    await side.stop()
    return report('memory', [
      {
        name: `memory after ${many} requests beside a tenth of them`,
        here: `${later.toFixed(0)} MiB`,
        beside: `${after.toFixed(0)} MiB`,
        ratio: later / after,
        most: 1.2,
      },
    ])
  })
}

/** Returns the memory in MiB after a few idle seconds, in which the server returns what it does not need. */
async function settled(side: Side): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  return memoryMib(side)
}
