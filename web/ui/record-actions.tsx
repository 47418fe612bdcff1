import { useId, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { useActions, type Action, type OfferedAction } from './action.tsx'
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

type Props = {
  actions: Readonly<Record<string, Action>>
  /** Heading above the grave actions. */
  graveTitle?: string
}

/** The actions of a record and their dialogs. On narrow screens, a bar with the first two and a menu of the others. */
export function RecordActions({ actions, graveTitle }: Props) {
  const t = useMessages(recordMessages)
  const title = useId()
  const { offersOf, dialog } = useActions(() => actions)
  const offers = offersOf(undefined)
  const usual = offers.filter(({ isDangerous }) => !isDangerous)
  const grave = offers.filter(({ isDangerous }) => isDangerous)
  return (
    <>
      {offers.length > 0 && (
        <>
          <section className={`card stack-4 ${styles.card}`} aria-labelledby={title}>
            <h2 id={title}>{t.actions}</h2>
            {usual.length > 0 && <Buttons offers={usual} />}
            {grave.length > 0 && (
              <div className={usual.length > 0 ? styles.grave : 'stack-2'}>
                {graveTitle !== undefined && <h3 className="hint">{graveTitle}</h3>}
                <Buttons offers={grave} />
              </div>
            )}
          </section>
          <ActionBar offers={[...usual, ...grave]} />
        </>
      )}
      {dialog}
    </>
  )
}

type OffersProps = { offers: readonly OfferedAction[] }

function Buttons({ offers }: OffersProps) {
  const prefix = useId()
  return (
    <div className={`stack-2 ${styles.buttons}`}>
      {offers.map(({ id, text, hint, isDangerous, onPress }) => (
        <div key={id} className="stack-1">
          <Button
            variant={isDangerous ? 'danger-outline' : 'secondary'}
            onClick={onPress}
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

function ActionBar({ offers }: OffersProps) {
  const t = useMessages(recordMessages)
  const [shown, rest] = [offers.slice(0, 2), offers.slice(2)]
  return (
    <div role="group" aria-label={t.actions} className={`wrap-2 ${styles.bar}`}>
      {shown.map(({ id, text, isDangerous, onPress }) => (
        <Button key={id} variant={isDangerous ? 'danger-outline' : 'secondary'} onClick={onPress}>
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
          {(close) => <MenuItems close={close} items={rest} />}
        </Popup>
      )}
    </div>
  )
}
