import Fastify from 'fastify'
import pg from 'pg'

/**
 * The upper limit of a session check: bare Fastify, one prepared select by primary key, no log, no security headers.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const server = Fastify()
server.get('/', async (request) => {
  const { rows } = await pool.query({
    name: 'one',
    text: 'select id, user_id, expires_at from sessions where id = $1',
    values: [request.headers['x-id']],
  })
  return { session: rows[0] ?? null }
})
await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
