import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTextOf } from './failure.tsx'
import { listMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import styles from './search-field.module.css'

type Props = {
  label: string
  value: string
  /** Message key of the reason why the server rejected the value. */
  refused?: string | undefined
  /** True in a toolbar: a placeholder replaces the label, and there is no button. */
  isBare?: boolean
  /** Placeholder in a toolbar; the label by default. */
  placeholder?: string | undefined
  onSearch: (typed: string) => void
}

const pauseMs = 250

/** A search field. Searches after a pause in typing, or immediately on Enter. */
export function SearchField(props: Props) {
  const { label, value, refused, isBare = false, placeholder = label, onSearch } = props
  const t = useMessages(listMessages)
  const textOf = useTextOf({})
  const id = useId()
  const [typed, setTyped, send] = useTypedText(value, onSearch)
  return (
    <form
      role="search"
      className={isBare ? styles.bare : styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        send(typed)
      }}
    >
      <label htmlFor={id} className={isBare ? 'visually-hidden' : 'strong'}>
        {label}
      </label>
      <div className={styles.field}>
        <input
          id={id}
          type="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={isBare ? placeholder : undefined}
          value={typed}
          aria-invalid={refused !== undefined || undefined}
          aria-describedby={refused === undefined ? undefined : `${id}-fault`}
          onChange={(event) => setTyped(event.target.value)}
        />
        {!isBare && <Button type="submit">{t.search}</Button>}
      </div>
      {refused !== undefined && (
        <p id={`${id}-fault`} role="alert" className={isBare ? 'wrong' : 'hint wrong'}>
          {textOf(refused) ?? textOf('invalidInput')}
        </p>
      )}
    </form>
  )
}

/**
 * Returns the typed text, its setter and a function that searches immediately. Searches for the text after a pause in
 * typing.
 */
function useTypedText(value: string, onSearch: Props['onSearch']) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // Searches of this field that `value` does not contain yet.
  const [sentTexts, setSentTexts] = useState<readonly string[]>([])
  const search = useEffectEvent((text: string) => text !== value && send(text))

  function send(text: string): void {
    setSentTexts((texts) => [...texts, text])
    onSearch(text)
  }

  // The field has to show a value that the Back button has changed. A value from a search of this field does not
  // replace the typed text, because the user may have typed more.
  if (lastValue !== value) {
    const index = sentTexts.indexOf(value)
    setLastValue(value)
    setSentTexts(index === -1 ? [] : sentTexts.slice(index + 1))
    if (index === -1) setTyped(value)
  }

  useEffect(() => {
    const timer = setTimeout(() => search(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])

  return [typed, setTyped, send] as const
}
