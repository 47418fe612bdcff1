import { useMessages } from '#web/locale.ts'
import type { Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './details.module.css'

type Values = Readonly<Record<string, unknown>>

/** What a change did: each field that differs, with what was taken away and what was added. */
export function Changes({ entry: { data, names } }: { entry: Entry }) {
  const t = useMessages(messages)
  const words: Values = t
  const { before, after } = data
  const changes = changesOf(recordOf(before), recordOf(after))
  if (changes.length === 0) return null
  const textOf = (value: unknown) => shownAs(value, { names, yes: t.yes, no: t.no })
  return (
    <table className={styles.changes}>
      <caption>{t.changed}</caption>
      <tbody>
        {changes.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">{String(words[`field_${name}`] ?? name)}</th>
            <td>
              <ul>
                {from.map((value, index) => (
                  <li key={index}>
                    <del>
                      <span className="visually-hidden">{t.before}: </span>
                      <bdi>{textOf(value)}</bdi>
                    </del>
                  </li>
                ))}
                {to.map((value, index) => (
                  <li key={index}>
                    <ins>
                      <span className="visually-hidden">{t.after}: </span>
                      <bdi>{textOf(value)}</bdi>
                    </ins>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of two lists only what differs. */
function changesOf(old: Values, fresh: Values) {
  return Object.keys({ ...old, ...fresh }).flatMap((name) => {
    const [from, to] = [listOf(old[name]), listOf(fresh[name])]
    const [kept, added] = [new Set(from.map(textIn)), new Set(to.map(textIn))]
    const change = {
      name,
      from: from.filter((value) => !added.has(textIn(value))),
      to: to.filter((value) => !kept.has(textIn(value))),
    }
    return change.from.length + change.to.length > 0 ? [change] : []
  })
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

function textIn(value: unknown): string {
  return JSON.stringify(value)
}

function recordOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

type Words = { names: Readonly<Record<string, string>>; yes: string; no: string }

function shownAs(value: unknown, { names, yes, no }: Words): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'string') return names[value] ?? value
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value)
    .filter((part) => part !== null && part !== '')
    .map((part) => shownAs(part, { names, yes, no }))
    .join(' · ')
}
