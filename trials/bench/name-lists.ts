/** Names by language. The first names of each list are the most frequent (trials/bench/names.ts). */
export const nameLists = {
  English: {
    first: words(
      'James Mary John Patricia Robert Jennifer Michael Linda William Zoë David Chloë Richard Susan Joseph Jessica Thomas Sarah Charles Karen Siân Brontë Anaïs Máire Seán Niamh Rhys Owen Freya Isla',
    ),
    last: words(
      'Smith Jones Williams Brown Taylor Davies Wilson Evans Thomas Johnson Roberts Walker Wright Robinson Thompson White Hughes Edwards Green Hall Wood Harris Lewis Martin Jackson Clarke Clark Turner Hill Scott Cooper Morris Ward Moore King Watson Baker Harrison Morgan Patel Young Allen Mitchell James Anderson Phillips Lee Bell Parker Davis Bennett Miller Cook Shaw Cox Murphy O’Brien Ó’Súilleabháin Zouche Featherstonhaugh',
    ),
  },
  French: {
    first: words(
      'Jean Marie Élodie François Hélène Amélie René Chloé Théo Zoé Léa Noël Joël Maëlle Gaëtan Anaïs Cécile Stéphane Benoît Jérôme Aurélie Mélanie Solène Clément Rémi Loïc',
    ),
    last: words(
      'Martin Bernard Lefèvre Dubois Durand Moreau Laurent Simon Michel Garcia Leroy Roux Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Côté Gagné Bélanger Hébert Lévêque Prévost Château Garçon Établissements Œuvrard Zéphyrin',
    ),
  },
  Spanish: {
    first: words(
      'Antonio María José Íñigo Lucía Ángel Sofía Andrés Inés Martín Verónica Raúl Begoña Óscar Mónica Jesús Iván Héctor Rocío Álvaro Belén César Nuria Elena Tomás',
    ),
    last: words(
      'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Navarro Domínguez Vázquez Ramos Gil Ramírez Serrano Núñez Ibáñez Peña Cañizares Zúñiga Echeverría',
    ),
  },
  Arabic: {
    first: words(
      'محمد أحمد فاطمة علي مريم إبراهيم ليلى خالد سارة يوسف منى عمر نور حسن هدى مصطفى زينب طارق رنا كريم آمنة إسماعيل لبنى سمير ياسمين',
    ),
    last: words(
      'حسن أحمد إبراهيم علي محمود الأحمد السيد عبدالله يوسف خليل إسماعيل الخطيب النجار الحداد حمدان المصري العلي الشامي القاسم بركات الهاشمي الزهراني الغامدي المرزوقي الإدريسي',
    ),
  },
  Chinese: {
    first: words(
      '伟 芳 娜 敏 静 秀英 丽 强 磊 洋 艳 勇 军 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 小明 志强 建国 晓燕 雪梅',
    ),
    last: words(
      '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 许 邓 冯 韩 曹 曾 彭 萧 蔡 潘 田 董 袁 于 余 叶 蒋 杜 苏 魏 程 吕 丁 沈 任 欧阳 上官',
    ),
  },
} as const

function words(text: string): string[] {
  return text.split(' ')
}
