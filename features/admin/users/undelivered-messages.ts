import { defineMessages } from '#contract/locale.ts'

/** For the list of emails that did not arrive. */
export const undeliveredMessages = defineMessages(
  {
    title: 'Undelivered emails',
    intro:
      'Emails of the last 7 days that the mail server refused, and those that have been waiting for more than 15 minutes.',
    loading: 'Loading the emails…',
    failed: 'The emails could not be loaded',
    none: 'All emails were delivered',
    to: 'To',
    email: 'Email',
    since: 'Created',
    checkAgain: 'Check again',
    checkedAt: 'Checked on',
  },
  {
    ar: {
      title: 'رسائل لم تُسلَّم',
      intro: 'رسائل آخر 7 أيام التي رفضها خادم البريد، والرسائل التي تنتظر منذ أكثر من 15 دقيقة.',
      loading: 'جارٍ تحميل الرسائل…',
      failed: 'تعذّر تحميل الرسائل',
      none: 'سُلِّمت جميع الرسائل',
      to: 'إلى',
      email: 'الرسالة',
      since: 'تاريخ الإنشاء',
      checkAgain: 'التحقق مجددًا',
      checkedAt: 'آخر فحص:',
    },
    fr: {
      title: 'E-mails non distribués',
      intro:
        'E-mails des 7 derniers jours refusés par le serveur de messagerie, et ceux qui attendent depuis plus de 15 minutes.',
      loading: 'Chargement des e-mails…',
      failed: 'Les e-mails n’ont pas pu être chargés',
      none: 'Tous les e-mails ont été distribués',
      to: 'À',
      email: 'E-mail',
      since: 'Créé',
      checkAgain: 'Vérifier à nouveau',
      checkedAt: 'Vérifié le',
    },
    es: {
      title: 'Correos sin entregar',
      intro:
        'Correos de los últimos 7 días que el servidor de correo rechazó y los que llevan esperando más de 15 minutos.',
      loading: 'Cargando los correos…',
      failed: 'No se pudieron cargar los correos',
      none: 'Todos los correos se entregaron',
      to: 'Para',
      email: 'Correo',
      since: 'Creado',
      checkAgain: 'Comprobar de nuevo',
      checkedAt: 'Comprobado el',
    },
    zh: {
      title: '未送达的邮件',
      intro: '最近 7 天被邮件服务器拒收的邮件，以及等待超过 15 分钟的邮件。',
      loading: '正在加载邮件…',
      failed: '无法加载邮件',
      none: '所有邮件均已送达',
      to: '收件人',
      email: '邮件',
      since: '创建时间',
      checkAgain: '重新检查',
      checkedAt: '检查时间：',
    },
  },
)
