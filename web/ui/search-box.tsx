import { useContext, useEffect, useEffectEvent, useId, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  type Key,
} from 'react-aria-components/ComboBox'
import { PopoverInPage, regions } from './combo-box.tsx'
import styles from './combo-box.module.css'
import { LineIcon } from './line-icon.tsx'
import { useLocale } from '../locale.ts'

type Item = { id: string; text: string }

type Props = {
  label: string
  name: string
  placeholder: string
  buttonLabel: string
  emptyText: string
  /** Results of the latest search. */
  items: readonly Item[]
  /** Search text that `items` belong to; undefined while a search is running. */
  answered: string | undefined
  chosen: Item | undefined
  fault?: string | undefined
  /** Error shown if the user leaves the field without selecting an item. */
  notChosen: string
  onSearch: (typed: string) => void
  onChoose: (id: string) => void
}

const pauseMs = 250

/** A combo box whose items come from a search on the server. */
export function SearchBox(props: Props) {
  const { label, name, placeholder, buttonLabel, emptyText, chosen } = props
  const { locale } = useLocale()
  const id = useId()
  const { items, text, first, fault, onInput, onChange } = useTypedText(props)
  return (
    <I18nProvider locale={regions[locale]}>
      <AriaComboBox<Item>
        className="stack-2"
        items={items}
        inputValue={text}
        value={chosen?.id ?? null}
        menuTrigger="focus"
        allowsEmptyCollection
        isInvalid={fault !== undefined}
        onInputChange={onInput}
        onChange={onChange}
      >
        <Label className="strong">{label}</Label>
        <Box {...{ name, placeholder, buttonLabel }} describedBy={fault && `${id}-fault`} />
        {fault !== undefined && (
          <p id={`${id}-fault`} className="hint wrong">
            {fault}
          </p>
        )}
        <Choices emptyText={emptyText} />
        <FirstFound item={first} />
      </AriaComboBox>
    </I18nProvider>
  )
}

/** Manages the typed text. On Enter or blur, selects the item if the text matches exactly one. */
function useTypedText({ chosen, answered, notChosen, onSearch, onChoose, ...props }: Props) {
  // React Aria empties the field when the chosen item leaves the list.
  const isListed = !chosen || props.items.some(({ id }) => id === chosen.id)
  const items = isListed ? props.items : [...props.items, chosen]
  const [state, setState] = useState({ text: chosen?.text ?? '', of: chosen?.id, isLeft: false })
  const typed = state.of === chosen?.id ? state.text : (chosen?.text ?? '')
  // The name of the selected item is not a search: the box then offers the whole list.
  const wanted = typed === chosen?.text ? '' : typed
  const found = wanted.trim() !== '' && answered === wanted ? props.items : []
  const isLeft = state.isLeft && state.of === chosen?.id
  const isUnclear = isLeft && wanted.trim() !== '' && answered === wanted && found.length !== 1
  const search = useEffectEvent((text: string) => onSearch(text))
  const set = (text: string, isNowLeft = false) =>
    setState({ text, of: chosen?.id, isLeft: isNowLeft })

  useEffect(() => {
    const timer = setTimeout(() => search(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])

  // The user may press Enter or leave the field before the results arrive.
  const only = isLeft && found.length === 1 ? found[0]?.id : undefined
  const choose = useEffectEvent((id: string) => onChoose(id))
  useEffect(() => {
    if (only !== undefined) choose(only)
  }, [only])

  /** Handles a selection. React Aria also passes the selected item if the user leaves a text that matches none. */
  function onChange(key: Key | null): void {
    const isMeant = key !== null && (key !== chosen?.id || key === found[0]?.id)
    if (isMeant) {
      set(chosen?.id === key ? chosen.text : typed)
      onChoose(String(key))
    } else if (isEscape()) set(chosen?.text ?? '')
    else set(typed, true)
  }

  return {
    items,
    text: isUnclear && chosen ? chosen.text : typed,
    first: found[0],
    fault: isUnclear && !chosen ? notChosen : props.fault,
    onInput: (text: string) => set(text),
    onChange,
  }
}

/** Returns true during an Escape key event: React Aria does not pass the reason why it discards the typed text. */
function isEscape(): boolean {
  return window.event instanceof KeyboardEvent && window.event.key === 'Escape'
}

type BoxProps = Pick<Props, 'name' | 'placeholder' | 'buttonLabel'> & {
  describedBy: string | undefined
}

function Box({ name, placeholder, buttonLabel, describedBy }: BoxProps) {
  return (
    <div className={styles.box}>
      <Input
        name={name}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={200}
        placeholder={placeholder}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      />
      <Button className="field-button" aria-label={buttonLabel}>
        <LineIcon path="m5 7.5 5 5 5-5" />
      </Button>
    </div>
  )
}

/** Highlights the first result, so that Enter selects it. */
function FirstFound({ item }: { item: Item | undefined }) {
  const state = useContext(ComboBoxStateContext)
  const mark = useEffectEvent((id: string) => state?.selectionManager.setFocusedKey(id))
  const isOpen = state?.isOpen ?? false
  const id = item?.id

  useEffect(() => {
    if (isOpen && id !== undefined) mark(id)
  }, [isOpen, id])

  return null
}

function Choices({ emptyText }: { emptyText: string }) {
  return (
    <PopoverInPage>
      <ListBox<Item>
        className={styles.list ?? ''}
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.text} className={styles.item ?? ''}>
            <bdi>{item.text}</bdi>
          </ListBoxItem>
        )}
      </ListBox>
    </PopoverInPage>
  )
}
