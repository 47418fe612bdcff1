import sql from 'sql-template-tag'
import * as rows from '#test/rows.ts'
import { server, type Person } from './people.ts'

/** The builders of `#test/rows.ts`, for the database of the running Portico. */

export const addRow = withServer(rows.addRow)
export const addRows = withServer(rows.addRows)
export const updateRows = withServer(rows.updateRows)
export const deleteRows = withServer(rows.deleteRows)
export const backdate = withServer(rows.backdate)

/** Returns a condition that selects the user's company. */
export function companyOf({ id }: Pick<Person, 'id'>) {
  return { id: sql`= (select partner_id from users where id = ${id})` }
}

function withServer<Work extends (...values: never[]) => Promise<unknown>>(work: Work): Work {
  const run = async (...values: never[]) => {
    await server()
    return work(...values)
  }
  return run as unknown as Work
}
