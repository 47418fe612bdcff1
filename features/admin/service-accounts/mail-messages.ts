import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    subject: 'A service account expires soon: {name}',
    ends: 'The service account “{name}” expires on {time}. From then on, it can’t call the admin API.',
    again: 'If it is still needed, set a later end and take the occasion to replace its key.',
    link: 'Open the service account',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      subject: 'حساب خدمة ستنتهي صلاحيته قريبًا: {name}',
      ends: 'تنتهي صلاحية حساب الخدمة «{name}» في {time}. ومنذ ذلك الحين لن يتمكن من استدعاء واجهة API الإدارية.',
      again: 'إذا كان لا يزال لازمًا، فحدّد موعد انتهاء لاحقًا واغتنم الفرصة لاستبدال مفتاحه.',
      link: 'فتح حساب الخدمة',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      subject: 'Un compte de service expire bientôt : {name}',
      ends: 'Le compte de service « {name} » expire le {time}. Il ne pourra plus appeler l’API d’administration ensuite.',
      again:
        'S’il est encore nécessaire, fixez une fin plus tardive et profitez-en pour remplacer sa clé.',
      link: 'Ouvrir le compte de service',
      questions: 'Une question, ou vous ne vous y attendiez pas ? Écrivez à {supportEmail}.',
    },
    es: {
      subject: 'Una cuenta de servicio caduca pronto: {name}',
      ends: 'La cuenta de servicio «{name}» caduca el {time}. Desde entonces no podrá llamar a la API de administración.',
      again:
        'Si todavía hace falta, fije una fecha posterior y aproveche para reemplazar su clave.',
      link: 'Abrir la cuenta de servicio',
      questions: '¿Tiene preguntas o no esperaba esto? Escriba a {supportEmail}.',
    },
    zh: {
      subject: '服务账户即将过期：{name}',
      ends: '服务账户“{name}”将于 {time} 过期，此后将无法调用管理 API。',
      again: '如果仍然需要，请设置更晚的到期时间，并借此机会更换密钥。',
      link: '打开服务账户',
      questions: '有疑问，或这并非您所预期？请写信至 {supportEmail}。',
    },
  },
)
