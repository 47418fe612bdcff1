import pg from 'pg'

/**
 * Creates the partitions of the audit log if an insert has failed because it found none, which happens only after no
 * worker has run for weeks. Returns true if the insert can be repeated, false for any other error.
 */
export async function addMissingPartition(pool: pg.Pool, error: unknown): Promise<boolean> {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514') return false
  // A violated check names its constraint. The message is in the language of the database.
  if (error.constraint !== undefined || !error.table?.startsWith('audit_')) return false
  await pool.query('select make_audit_partitions()')
  return true
}
