import { sealRows } from '#domain/audit/audit-seal.ts'
import { db } from '#server/db.ts'

/** Seals rows until the process is killed. */
for (;;) await sealRows(db).catch(() => undefined)
