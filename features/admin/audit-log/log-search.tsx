import { useId, useState, type KeyboardEvent } from 'react'
import { useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { useLog, without } from './audit-search.tsx'
import type { Name } from './log-filters.tsx'
import { useSuggestions, type Suggestion } from './log-suggestions.tsx'
import { messages } from './texts/messages.ts'
import styles from './log-search.module.css'

type Props = { onNames: (names: readonly Name[]) => void }

/**
 * A search field for users, companies, actions, IP addresses and requests. The chosen suggestion becomes a filter; text
 * without a suggestion matches no event.
 */
export function LogSearch(props: Props) {
  const t = useMessages(messages)
  const id = useId()
  const { typed, options, active, isShown, isSettled, type, press, setOpen, choose } =
    useLogSearch(props)
  return (
    <div className={styles.search} role="search">
      <LineIcon
        className={styles.sign}
        path="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l4 4"
      />
      <input
        type="search"
        role="combobox"
        aria-label={t.searchLog}
        placeholder={t.searchPlaceholder}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active ? `${id}-${active.id}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir={typed === '' ? undefined : 'auto'}
        maxLength={100}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <Suggestions {...{ id, options, active, isShown, choose }} />
      {isShown && isSettled && options.length === 0 && (
        <p className={styles.none} role="status">
          {t.nothingToSuggest}
        </p>
      )}
    </div>
  )
}

type ListProps = Pick<
  ReturnType<typeof useLogSearch>,
  'options' | 'active' | 'isShown' | 'choose'
> & { id: string }

function Suggestions({ id, options, active, isShown, choose }: ListProps) {
  const t = useMessages(messages)
  return (
    <ul
      id={`${id}-list`}
      className="floats unless-empty"
      role="listbox"
      aria-label={t.suggestions}
      hidden={!isShown}
    >
      {options.map((option) => (
        <li
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option === active}
          onPointerDown={(event) => {
            // The field must keep the focus so that the list stays open until the click.
            event.preventDefault()
            choose(option)
          }}
        >
          <bdi>{option.text}</bdi>{' '}
          <small className="cut" title={option.note}>
            {option.note}
          </small>
        </li>
      ))}
    </ul>
  )
}

function useLogSearch({ onNames }: Props) {
  const { search, go } = useLog()
  const [typed, setTyped] = useTypedText(search.q)
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const { options, isSettled, find } = useSuggestions(typed)
  const isShown = isOpen && typed.trim() !== ''
  const lastIndex = options.length - 1
  const active = options[Math.min(activeIndex, lastIndex)]
  const rest = without(search, 'q', 'cursor', 'entry')

  function type(text: string): void {
    setTyped(text)
    setOpen(true)
    setActiveIndex(0)
    if (text === '' && search.q !== undefined) go(rest)
  }

  function choose({ to, text }: Suggestion): void {
    const [value] = Object.values(to)
    if (value !== undefined) onNames([[value, text]])
    setTyped('')
    setOpen(false)
    go({ ...rest, ...to })
  }

  /** Applies the first suggestion for the complete text, even if Enter is pressed before the suggestions arrive. */
  async function enter(): Promise<void> {
    // Without suggestions, Enter searches for the text.
    const suggestion = isSettled ? active : (await find().catch(() => []))[0]
    if (suggestion) return choose(suggestion)
    setOpen(false)
    go({ ...rest, q: typed.trim() })
  }

  function press(event: KeyboardEvent): void {
    // This Enter ends the composition of an input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && lastIndex >= 0) {
      setOpen(true)
      setActiveIndex((Math.min(activeIndex, lastIndex) + step + options.length) % options.length)
    } else if (event.key === 'Enter' && typed.trim() !== '') void enter().catch(() => undefined)
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else return
    event.preventDefault()
  }

  return { typed, options, active, isShown, isSettled, type, press, setOpen, choose }
}

/** Holds the typed text and updates it when the Back button changes the URL. */
function useTypedText(urlText = '') {
  const [typed, setTyped] = useState(urlText)
  const [lastUrlText, setLastUrlText] = useState(urlText)
  if (lastUrlText !== urlText) {
    setLastUrlText(urlText)
    setTyped(urlText)
  }
  return [typed, setTyped] as const
}
