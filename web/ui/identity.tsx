import type { ReactNode } from 'react'
import { CutText } from './cut-text.tsx'
import { EmailText } from './email-text.tsx'
import styles from './identity.module.css'

type Props = {
  name: string
  email: string
  /** Makes a link to the record around the name. */
  link?: (name: ReactNode) => ReactNode
  /** Behind the name; on a phone below the address. */
  sign?: ReactNode
}

/** The first cell of a list of users: initials, name and address in one line; on a phone the address below. */
export function Identity({ name, email, link, sign }: Props) {
  const shown = <CutText>{name}</CutText>
  return (
    <span className={styles.identity} data-identity="">
      <Avatar name={name} />
      <span className={styles.name}>{link ? link(shown) : shown}</span>
      {sign && <span className={styles.sign}>{sign}</span>}
      <EmailText email={email} />
    </span>
  )
}

/** Initials; the name beside it says the same. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const initials = [first, last].map((word) => [...word][0] ?? '').join('')
  return (
    <span aria-hidden="true" className={styles.avatar}>
      {initials.toUpperCase()}
    </span>
  )
}
