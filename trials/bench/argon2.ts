import { performance } from 'node:perf_hooks'
import { hash, verify } from '@node-rs/argon2'
import { config } from '#server/config.ts'

/**
 * Prints the Argon2id verifications per second at the configured cost. Its argument is the number of parallel
 * verifications.
 */
const concurrency = Number(process.argv[2])
const { passwordHashMemoryKib: memoryCost, passwordHashPasses: timeCost } = config
const password = 'First-Harbour-1'
const hashed = await hash(password, { memoryCost, timeCost, parallelism: 1 })

let remaining = 120
const startTime = performance.now()
const one = async () => {
  while (remaining-- > 0) await verify(hashed, password)
}
await Promise.all(Array.from({ length: concurrency }, one))
process.stdout.write(String(120 / ((performance.now() - startTime) / 1000)))
