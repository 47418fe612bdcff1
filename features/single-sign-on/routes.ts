import type { FastifyInstance } from 'fastify'
// Stands here only until the provider is written.
export async function singleSignOn(_server: FastifyInstance): Promise<void> {}
