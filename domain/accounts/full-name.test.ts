import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from '#contract/full-name.ts'
import { db, rows, sql } from '#server/db.ts'
import { fullNameIn } from './full-name.ts'

test('SC-16 the database joins Chinese, Latin and mixed names as nameOf does', async () => {
  const people = [
    { firstname: '晓雯', lastname: '林' },
    { firstname: '𠮷', lastname: '歐陽' },
    { firstname: 'Ada', lastname: 'Byron' },
    { firstname: 'Ada', lastname: '林' },
    { firstname: '晓雯', lastname: 'Lin' },
    { firstname: 'ليلى', lastname: 'حداد' },
    { firstname: '', lastname: '林' },
  ]
  const names = await rows<{ name: string }>(db)`
    select ${fullNameIn(sql`p`)} as name
    from json_to_recordset(${JSON.stringify(people)}) p (firstname text, lastname text)`
  deepEqual(
    names.map(({ name }) => name),
    people.map(nameOf),
  )
})
