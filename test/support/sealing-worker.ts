import { sealRows } from '#domain/audit-seal.ts'
import { db } from '#server/db.ts'

/** A process that only seals, until it is killed. */
for (;;) await sealRows(db).catch(() => undefined)
