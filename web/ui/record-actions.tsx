import { useId, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { LineIcon } from './line-icon.tsx'
import { MenuItems, Popup } from './popup.tsx'
import { recordMessages } from './texts/messages.ts'
import styles from './record-actions.module.css'

type ColumnsProps = {
  /** For scrolling to it. */
  mainRef?: Ref<HTMLDivElement>
  actions: ReactNode
  /** Beside the page where there is room, below the actions. */
  aside?: ReactNode
  children: ReactNode
}

/** The page of a record with what can be done with it: beside it, or above it where there is no room. */
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
  /** The case that the action is for. */
  hint?: string
}

type Props<Id extends string> = {
  usual: readonly RecordAction<Id>[]
  /** Those that lock somebody out. */
  grave: readonly RecordAction<Id>[]
  /** Names the grave ones, where there is something to say. */
  graveTitle?: string
  onChoose: (id: Id) => void
}

/** All that can be done with a record. Where they stand above the page, two of them and a menu of the others. */
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
            <Buttons {...props} actions={grave} />
          </div>
        )}
      </section>
      <ActionBar {...props} />
    </>
  )
}

type ButtonsProps<Id extends string> = {
  actions: readonly RecordAction<Id>[]
  onChoose: (id: Id) => void
}

function Buttons<Id extends string>({ actions, onChoose }: ButtonsProps<Id>) {
  const prefix = useId()
  return (
    <div className={styles.buttons}>
      {actions.map(({ id, text, hint }) => (
        <div key={id}>
          <Button
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
        <Button key={id} data-dangerous={isDangerous || undefined} onClick={() => onChoose(id)}>
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
