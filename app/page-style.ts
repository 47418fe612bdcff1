import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { config } from '#server/config.ts'
import { brandStyle } from './brand.ts'

const files = ['../web/theme.css', '../server/page.css']

/** Serves the style sheet of the pages that the server renders itself, such as the single sign-on errors. */
export async function pageStyle(server: FastifyInstance): Promise<void> {
  const texts = await Promise.all(
    files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  )
  server.get('/page.css', (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send([...texts, brandStyle(config.brand)].join('\n')),
  )
}
