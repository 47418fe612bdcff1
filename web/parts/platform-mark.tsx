import { imagePath } from '#contract/image.ts'
import styles from './platform-mark.module.css'

type Props = {
  name: string
  /** Hash of the image; null or undefined if there is none. */
  logo: string | null | undefined
  size?: 'small' | 'large'
}

/** The logo of a platform, or the first letter of its name. Decorative, because the name is beside it. */
export function PlatformMark({ name, logo, size }: Props) {
  if (logo) return <img className={styles.mark} data-size={size} src={imagePath(logo)} alt="" />
  const [initial] = new Intl.Segmenter().segment(name)
  return (
    <span className={styles.mark} data-size={size} aria-hidden="true">
      {initial?.segment}
    </span>
  )
}
