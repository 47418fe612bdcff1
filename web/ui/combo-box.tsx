import {
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox'
import styles from './combo-box.module.css'
import { Field, wiring, type FieldProps } from './field.tsx'
import { useLocale } from '../locale.ts'

type Choice = { id: string; text: string; note: string }

type ComboBoxProps<Name extends string, C extends Choice> = FieldProps<Name> & {
  /** The whole list is asked for when somebody comes near: until then the chosen one is enough. */
  choices: (isNear: boolean) => readonly C[]
  isFound: (choice: C, typed: string) => boolean
  buttonLabel: string
  emptyText: string
  /** Whether somebody stood in the field before it came to life. */
  isHere?: boolean
}

const rowHeight = 44
const rowSizes = { estimatedRowHeight: rowHeight, padding: 6 }
const regions = { en: 'en-GB', ar: 'ar-AE', fr: 'fr-FR', es: 'es-ES', zh: 'zh-CN' } as const

/** A text field that searches a long list. */
export function ComboBox<Name extends string, C extends Choice>(props: ComboBoxProps<Name, C>) {
  const { form, name, choices, isFound, buttonLabel, emptyText, isHere = false } = props
  const { locale } = useLocale()
  const list = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const shown = useMemo(() => choices(isNear), [choices, isNear])
  const chosen = String(form.values[name])
  const row = shown.findIndex(({ id }) => id === chosen)
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = wiring(props)
  const byText = useMemo(() => new Map(shown.map((choice) => [choice.text, choice])), [shown])

  function isMatch(text: string, typed: string): boolean {
    const choice = byText.get(text)
    return choice !== undefined && isFound(choice, typed)
  }

  return (
    <Field {...props}>
      <I18nProvider locale={regions[locale]}>
        <AriaComboBox
          id={id}
          autoFocus={isHere}
          aria-labelledby={`${id}-label`}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          isInvalid={isInvalid ?? false}
          className={styles.box ?? ''}
          defaultItems={shown}
          defaultFilter={isMatch}
          allowsEmptyCollection
          value={chosen}
          onChange={(key) => key !== null && form.set(name, String(key))}
          onFocus={() => setNear(true)}
          onOpenChange={(_, trigger) => setWhole(trigger === 'manual')}
          onPointerEnter={() => setNear(true)}
        >
          <Input autoComplete="off" spellCheck={false} dir="auto" />
          <Button className={styles.button ?? ''} aria-label={buttonLabel}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="m5 7.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </Button>
          <AtField>
            <Virtualizer layout={ListLayout} layoutOptions={rowSizes}>
              <ListBox<C>
                ref={list}
                className={styles.list ?? ''}
                dependencies={[locale]}
                renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
              >
                {(choice) => (
                  <ListBoxItem id={choice.id} textValue={choice.text} className={styles.item ?? ''}>
                    <bdi>{choice.text}</bdi> <small>{choice.note}</small>
                  </ListBoxItem>
                )}
              </ListBox>
            </Virtualizer>
            <StartNear list={list} row={isWhole ? row : 0} />
          </AtField>
        </AriaComboBox>
      </I18nProvider>
    </Field>
  )
}

/**
 * It lies in the page and moves with its field. React Aria closes what a scroll may have left behind, and forgets
 * what was typed: the press on a button at the edge of the window, which brings its field into view, would open
 * nothing, nor would one that comes before the browser has told of the scroll it ended.
 */
function AtField({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext)

  function close(): void {
    // The reason for closing is not handed over; what the browser is telling of just now is.
    const isPageScrolled = window.event?.type === 'scroll' && window.event.target === document
    if (!isPageScrolled) state?.close()
  }

  return (
    <Popover
      className={styles.popover ?? ''}
      offset={4}
      isOpen={state?.isOpen ?? false}
      onOpenChange={close}
    >
      {children}
    </Popover>
  )
}

type StartProps = { list: RefObject<HTMLDivElement | null>; row: number }

/** The list that comes by the button begins near the chosen row; what was searched begins at the top. */
function StartNear({ list, row }: StartProps) {
  const top = Math.max(0, (row - 2) * rowHeight)

  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.scrollTo({ top }))
    return () => cancelAnimationFrame(frame)
  }, [list, top])

  return null
}
