import pg from 'pg'

/**
 * Creates the partitions of the audit log if an insert has failed because it found none, which happens only after no
 * worker has run for weeks. Returns true if the insert can be repeated, false for any other error.
 */
export async function addMissingPartition(pool: pg.Pool, error: unknown): Promise<boolean> {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514') return false
  if (!error.message.startsWith('no partition of relation "audit_')) return false
  await pool.query('select make_audit_partitions()')
  return true
}
