import { useId, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { LineIcon } from './line-icon.tsx'
import { MenuItems, Popup } from './popup.tsx'
import { recordMessages } from './texts/messages.ts'
import styles from './record-actions.module.css'

type ColumnsProps = {
  /** Ref to the main column, for scrolling to it. */
  mainRef?: Ref<HTMLDivElement>
  actions: ReactNode
  /** Content below the actions, beside the page on wide screens. */
  aside?: ReactNode
  children: ReactNode
}

/** The page of a record with its actions: beside the page on wide screens, otherwise above it. */
export function RecordColumns({ mainRef, actions, aside, children }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      {actions}
      <div ref={mainRef} className={styles.main}>
        {children}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

export type RecordAction<Id extends string> = {
  id: Id
  text: string
  /** Explanation of when to use the action. */
  hint?: string
}

type Props<Id extends string> = {
  usual: readonly RecordAction<Id>[]
  /** Actions that lock users out. */
  grave: readonly RecordAction<Id>[]
  /** Heading above the `grave` actions. */
  graveTitle?: string
  onChoose: (id: Id) => void
}

/** The actions of a record. On narrow screens, a bar with the first two and a menu of the others. */
export function RecordActions<Id extends string>(props: Props<Id>) {
  const { usual, grave, graveTitle } = props
  const t = useMessages(recordMessages)
  const title = useId()
  if (usual.length + grave.length === 0) return null
  return (
    <>
      <section className={`card ${styles.card}`} aria-labelledby={title}>
        <h2 id={title}>{t.actions}</h2>
        {usual.length > 0 && <Buttons {...props} actions={usual} />}
        {grave.length > 0 && (
          <div className={usual.length > 0 ? styles.grave : styles.onlyGrave}>
            {graveTitle !== undefined && <h3>{graveTitle}</h3>}
            <Buttons {...props} actions={grave} variant="danger-outline" />
          </div>
        )}
      </section>
      <ActionBar {...props} />
    </>
  )
}

type ButtonsProps<Id extends string> = {
  actions: readonly RecordAction<Id>[]
  variant?: 'secondary' | 'danger-outline'
  onChoose: (id: Id) => void
}

function Buttons<Id extends string>({ actions, variant, onChoose }: ButtonsProps<Id>) {
  const prefix = useId()
  return (
    <div className={styles.buttons}>
      {actions.map(({ id, text, hint }) => (
        <div key={id}>
          <Button
            {...(variant && { variant })}
            onClick={() => onChoose(id)}
            aria-describedby={hint === undefined ? undefined : `${prefix}-${id}`}
          >
            {text}
          </Button>
          {hint !== undefined && <small id={`${prefix}-${id}`}>{hint}</small>}
        </div>
      ))}
    </div>
  )
}

function ActionBar<Id extends string>({ usual, grave, onChoose }: Props<Id>) {
  const t = useMessages(recordMessages)
  const all = [
    ...usual.map((action) => ({ ...action, isDangerous: false })),
    ...grave.map((action) => ({ ...action, isDangerous: true })),
  ]
  const [shown, rest] = [all.slice(0, 2), all.slice(2)]
  return (
    <div role="group" aria-label={t.actions} className={styles.bar}>
      {shown.map(({ id, text, isDangerous }) => (
        <Button
          key={id}
          variant={isDangerous ? 'danger-outline' : 'secondary'}
          onClick={() => onChoose(id)}
        >
          {text}
        </Button>
      ))}
      {rest.length > 0 && (
        <Popup
          label={t.moreActions}
          className="secondary-button"
          face={
            <>
              {t.more}
              <LineIcon path="M4 6l4 4 4-4" box={16} />
            </>
          }
        >
          {(close) => (
            <MenuItems
              close={close}
              items={rest.map(({ id, text, isDangerous }) => ({
                text,
                isDangerous,
                onPress: () => onChoose(id),
              }))}
            />
          )}
        </Popup>
      )}
    </div>
  )
}
