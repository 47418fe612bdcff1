import { defineMessages } from '#contract/locale.ts'

export const stripMessages = defineMessages(
  {
    title: 'Recovery in progress',
    byUser: 'Asked for in a login with the right password, {time}.',
    byCompany: 'Asked for by an administrator of the company, {time}.',
    bySupport: 'Asked for by an administrator here, {time}.',
    asked:
      'Waits for a second person, until {until} at the latest. The link is emailed at {time} at the earliest.',
    waiting: 'Approved. The link is emailed at {time}, unless the user stops it.',
    mailed: 'The link was emailed. It works for 30 minutes.',
  },
  {
    ar: {
      title: 'استرداد قيد التنفيذ',
      byUser: 'طُلب أثناء تسجيل دخول بكلمة المرور الصحيحة، {time}.',
      byCompany: 'طلبه مسؤول في الشركة، {time}.',
      bySupport: 'طلبه مسؤول هنا، {time}.',
      asked: 'بانتظار شخص ثانٍ حتى {until} على الأكثر. يُرسل الرابط في {time} على أقرب تقدير.',
      waiting: 'تمت الموافقة. يُرسل الرابط في {time}، ما لم يوقفه المستخدم.',
      mailed: 'أُرسل الرابط، وهو صالح لمدة 30 دقيقة.',
    },
    fr: {
      title: 'Récupération en cours',
      byUser: 'Demandée lors d’une connexion avec le bon mot de passe, le {time}.',
      byCompany: 'Demandée par un administrateur de l’entreprise, le {time}.',
      bySupport: 'Demandée par un administrateur ici, le {time}.',
      asked:
        'Attend une seconde personne, au plus tard jusqu’au {until}. Le lien est envoyé au plus tôt le {time}.',
      waiting: 'Approuvée. Le lien est envoyé le {time}, sauf si l’utilisateur l’arrête.',
      mailed: 'Le lien a été envoyé. Il est valable 30 minutes.',
    },
    es: {
      title: 'Recuperación en curso',
      byUser: 'Solicitada en un inicio de sesión con la contraseña correcta, el {time}.',
      byCompany: 'Solicitada por un administrador de la empresa, el {time}.',
      bySupport: 'Solicitada por un administrador de aquí, el {time}.',
      asked:
        'Espera a una segunda persona, como máximo hasta el {until}. El enlace se envía como pronto el {time}.',
      waiting: 'Aprobada. El enlace se envía el {time}, salvo que el usuario la detenga.',
      mailed: 'Se ha enviado el enlace. Es válido durante 30 minutos.',
    },
    zh: {
      title: '恢复进行中',
      byUser: '于 {time} 在密码正确的登录过程中提出请求。',
      byCompany: '由公司的管理员于 {time} 提出请求。',
      bySupport: '由此处的管理员于 {time} 提出请求。',
      asked: '等待第二人处理，最迟至 {until}。链接最早于 {time} 发送。',
      waiting: '已批准。除非用户停止，链接将于 {time} 发送。',
      mailed: '链接已发送，30 分钟内有效。',
    },
  },
)
