import type { Server } from '#server/http.ts'

export async function authProxy(_: Server): Promise<void> {}
