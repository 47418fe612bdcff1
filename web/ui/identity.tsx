import type { ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import { LinkTo } from '../link-to.tsx'
import { CutText } from './cut-text.tsx'
import { EmailText } from './email-text.tsx'
import styles from './identity.module.css'
import { initialsOf } from './initials.ts'

type Props = {
  name: string
  email: string
  /** Link to the page of the record. */
  to?: Link | undefined
  /** Opens the record in a dialog instead of a page. */
  onOpen?: (() => void) | undefined
  /** A tag beside the name. */
  beside?: ReactNode
  /** Content after the name; on a phone, below the email address. */
  sign?: ReactNode
  /** True if the email is below the name also on wide screens, where it is then never shortened. */
  isStacked?: boolean
}

/** The first cell of a list of users: initials, name and email in one line; on a phone, the email is below the name. */
export function Identity({ name, email, to, onOpen, beside, sign, isStacked }: Props) {
  const nameText = <CutText>{name}</CutText>
  return (
    <span className={styles.identity} data-identity="" data-stacked={isStacked}>
      <Avatar name={name} />
      <span className={styles.name}>
        {to && <LinkTo to={to}>{nameText}</LinkTo>}
        {onOpen && (
          <button type="button" aria-haspopup="dialog" onClick={onOpen}>
            {nameText}
          </button>
        )}
        {!to && !onOpen && nameText}
        {beside}
      </span>
      {sign && <span className={styles.sign}>{sign}</span>}
      <EmailText email={email} />
    </span>
  )
}

/** The initials of a user. Hidden from screen readers, because the name is beside them. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className={styles.avatar}>
      {initialsOf(name)}
    </span>
  )
}
