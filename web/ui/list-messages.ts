import { defineMessages } from '#contract/locale.ts'

/** For every list: pages of unknown length have no total. */
export const listMessages = defineMessages(
  {
    loading: 'Loading the list…',
    failed: 'The list could not be loaded',
    showMore: 'Show more',
    all: '1–{shown} of {shown}',
    some: '1–{shown} of more than {shown}',
    search: 'Search',
  },
  {
    ar: {
      loading: 'جارٍ تحميل القائمة…',
      failed: 'تعذّر تحميل القائمة',
      showMore: 'عرض المزيد',
      all: '1–{shown} من {shown}',
      some: '1–{shown} من أكثر من {shown}',
      search: 'بحث',
    },
    fr: {
      loading: 'Chargement de la liste…',
      failed: 'La liste n’a pas pu être chargée',
      showMore: 'Afficher la suite',
      all: '1–{shown} sur {shown}',
      some: '1–{shown} sur plus de {shown}',
      search: 'Rechercher',
    },
    es: {
      loading: 'Cargando la lista…',
      failed: 'No se ha podido cargar la lista',
      showMore: 'Mostrar más',
      all: '1–{shown} de {shown}',
      some: '1–{shown} de más de {shown}',
      search: 'Buscar',
    },
    zh: {
      loading: '正在加载列表…',
      failed: '无法加载列表',
      showMore: '显示更多',
      all: '第 1–{shown} 项，共 {shown} 项',
      some: '第 1–{shown} 项，共超过 {shown} 项',
      search: '搜索',
    },
  },
)
