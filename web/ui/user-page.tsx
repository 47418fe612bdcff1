import { useId, type ReactNode, type Ref } from 'react'
import { PageTitle } from '../page-title.tsx'
import { Button } from './button.tsx'
import { Avatar } from './identity.tsx'
import styles from './user-page.module.css'

type HeaderProps = {
  name: string
  /** Beside the name. */
  tags: ReactNode
  /** The line below it. */
  children: ReactNode
}

/** Who it is, at a glance. */
export function UserHeader({ name, tags, children }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Avatar name={name} />
      <div>
        <div className={styles.title}>
          <PageTitle name={name}>
            <bdi>{name}</bdi>
          </PageTitle>
          {tags}
        </div>
        <p className={styles.line}>{children}</p>
      </div>
    </header>
  )
}

type ColumnsProps = {
  actions: ReactNode
  main: ReactNode
  mainRef?: Ref<HTMLDivElement>
  aside?: ReactNode
}

/** On a wide window the actions stand beside the facts, else above them. */
export function UserColumns({ actions, main, mainRef, aside }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      {actions}
      <div ref={mainRef} className={styles.main}>
        {main}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

type ActionsProps = {
  title: string
  children: ReactNode
  /** What cannot be undone easily, under a heading of its own. */
  emergency?: { title: string; buttons: ReactNode } | undefined
}

/** All that can be done with the account, in one place. */
export function UserActionsCard({ title, children, emergency }: ActionsProps) {
  const id = useId()
  return (
    <section className={`card ${styles.actions}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.buttons}>{children}</div>
      {emergency && (
        <div className={styles.danger}>
          <h3>{emergency.title}</h3>
          <div className={styles.buttons}>{emergency.buttons}</div>
        </div>
      )}
    </section>
  )
}

type ButtonProps = { text: string; hint?: string | undefined; onPress: () => void }

/** With the case that the action is for. */
export function UserAction({ text, hint, onPress }: ButtonProps) {
  const id = useId()
  return (
    <div>
      <Button onClick={onPress} aria-describedby={hint && id}>
        {text}
      </Button>
      {hint !== undefined && <small id={id}>{hint}</small>}
    </div>
  )
}
